// The modules of the page that need no browser: what is shown one after the other, what is chosen, how a hand lies.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.matchMedia = () => ({ matches: false });
globalThis.document = { documentElement: { dataset: {} }, hidden: false };
globalThis.location = { origin: "http://cards.example", pathname: "/t/one" };
globalThis.isSecureContext = true;
globalThis.setInterval = () => {}; // clocks that tick
globalThis.Notification = class {};
const page = new URL("../../../cardkit/online/page/", import.meta.url);
const { parts, Showing } = await import(new URL("scenes.js", page));
const { clicked, handlesOf, kept, nothing, settled } = await import(new URL("choosing.js", page));
const { arranged, inOrder } = await import(new URL("hands.js", page));
const { ways } = await import(new URL("flying.js", page));
const { across } = await import(new URL("piles.js", page));
const { sidesOf, turnOf } = await import(new URL("seats.js", page));
const { call } = await import(new URL("calling.js", page));
const { set } = await import(new URL("settings.js", page));
const { Wire } = await import(new URL("wire.js", page));

const action = (text, more = {}) => ({ text, cards: [], seats: [], ranks: [], suits: [], places: [], piles: [], alike: {}, ...more });
const card = (name) => handlesOf({ key: `hands 0 ${name} 1`, card: name });
const passing = (most) => ({ parts: [{ kind: "cards", of: ["2C", "3C", "4C", "5C"], least: most, most }] });
const moves = ["2C", "3C", "4C"].map((one) => ({ cards: [one], size: 1, source: "hands 1", target: "trick" }));
const view = (scenes, more = {}) => ({
  fresh: false,
  view: { piles: ["now"], fields: [], asked: [0] },
  legal: [action("draw")],
  forms: [],
  talk: [],
  result: null,
  events: { lines: ["one", "two", "three"], moves, scenes },
  ...more,
});
const scene = (lines, moved) => ({ lines, moves: moved, piles: [`after ${moved}`], fields: [] });

test("each line and each move is shown once, in its scene or at the end, and nothing can be done in a scene", () => {
  for (const scenes of [[], [scene(1, 1)], [scene(1, 1), scene(1, 2)], [scene(0, 1), scene(3, 3)]]) {
    const shown = parts(view(scenes));
    assert.equal(shown.length, scenes.length + 1);
    assert.deepEqual(shown.flatMap(({ events }) => events.lines), ["one", "two", "three"]);
    assert.deepEqual(shown.flatMap(({ events }) => events.moves), moves);
    for (const one of shown.slice(0, -1)) assert.deepEqual([one.legal, one.forms, one.view.asked], [[], [], []]);
    assert.deepEqual(shown.at(-1).view, view([]).view);
  }
  assert.equal(parts(view([scene(1, 1)], { fresh: true })).length, 1);
});

test("a scene stays until somebody goes on, what comes meanwhile waits, and the last one can be seen again", () => {
  const seen = [];
  const showing = new Showing(({ view: { piles } }) => seen.push(piles[0]));
  showing.take(view([scene(1, 2)]));
  showing.take(view([], { view: { piles: ["later"], fields: [], asked: [] } }));
  assert.deepEqual(seen, ["after 2"]);
  showing.goOn();
  assert.deepEqual(seen, ["after 2", "now", "later"]);
  showing.again();
  showing.goOn();
  assert.deepEqual(seen.slice(3), ["after 2", "later"]);
  showing.take(view([scene(1, 2)]));
  showing.take(view([], { fresh: true }));
  assert.deepEqual(seen.slice(5), ["after 2", "now", "now"]);
  assert.equal(showing.isHeld, false);
});

test("what was picked stays as far as it can still be done", () => {
  const before = { legal: [], forms: [passing(3)] };
  const chosen = ["2C", "3C"].reduce((picked, one) => clicked(before, picked, card(one)), nothing);
  assert.deepEqual(kept(before, chosen), chosen);
  const gone = { parts: [{ kind: "cards", of: ["3C", "4C"], least: 2, most: 2 }] };
  assert.deepEqual(kept({ legal: [], forms: [gone] }, chosen).picks.map((pick) => pick.card), ["3C"]);
  assert.deepEqual(kept({ legal: [], forms: [] }, chosen), nothing);
  const asking = { legal: ["H", "S"].map((suit) => action(`play 8H ${suit}`, { cards: ["8H"], suits: [suit] })), forms: [] };
  const open = clicked(asking, nothing, card("8H"));
  assert.equal(settled(asking, open), undefined);
  assert.deepEqual(kept(asking, open), open);
});

test("a pick too many drops the oldest, and a second click on one gives it back", () => {
  const table = { legal: [], forms: [passing(3)] };
  const picked = (cards) => cards.reduce((chosen, one) => clicked(table, chosen, card(one)), nothing).picks;
  assert.deepEqual(picked(["2C", "3C", "4C", "5C"]).map((pick) => pick.card), ["3C", "4C", "5C"]);
  assert.deepEqual(picked(["2C", "3C", "2C"]).map((pick) => pick.card), ["3C"]);
});

test("a hand lies by suit, by rank, or as it was dragged, and says where each card lies all the same", () => {
  const hello = { rank_order: ["2", "3", "A"], suits: ["S", "H"] };
  const hand = { looks: "hand", cards: ["AH", "2S", "3H", "2H"], places: [3, 1, 0, 2] };
  const lying = (order, own) => inOrder(hand, { order, own }, hello);
  assert.equal(lying("game"), hand);
  assert.deepEqual(lying("suit").cards, ["2S", "2H", "3H", "AH"]);
  assert.deepEqual(lying("rank").cards, ["2S", "2H", "3H", "AH"]);
  assert.deepEqual(lying("suit").places, [1, 2, 0, 3]);
  assert.deepEqual(lying("rank", ["3H", "gone"]).cards, ["3H", "2S", "2H", "AH"]);
  assert.deepEqual(arranged(["a", "b", "c", "d"], 0, 2, true), ["b", "c", "a", "d"]);
  assert.deepEqual(arranged(["a", "b", "c", "d"], 3, 0, false), ["d", "a", "b", "c"]);
  assert.deepEqual(arranged(["a", "b", "c", "d"], 1, 2, false), ["a", "b", "c", "d"]);
});

test("a card that moves twice flies once, each of several by itself", () => {
  const twice = [...moves, { cards: ["2C", "3C"], size: 2, source: "trick", target: "won 1" }];
  assert.deepEqual(ways(twice).map(({ card: one, target }) => [one, target]), [
    ["2C", "won 1"],
    ["3C", "won 1"],
    ["4C", "trick"],
  ]);
  assert.equal(ways([{ cards: [], size: 3, source: "stock", target: "hands 1" }]).length, 3);
});

test("while the connection is lost, what is sent is refused, and every question has an answer", async () => {
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    send() {}
  };
  const heard = [];
  const wire = new Wire("/ws/t", {}, (message) => heard.push(message), () => {});
  const hint = wire.ask({ do: "hint" });
  wire.closed(4403);
  assert.match((await hint).reason, /connection is lost/);
  wire.socket.readyState = 3;
  assert.equal(wire.send({ do: "act", id: -1 }), false);
  assert.match(heard[0].reason, /connection is lost/);
  assert.equal(heard[0].id, -1);
  assert.match((await wire.ask({ do: "why" })).reason, /connection is lost/);
});

test("what is to be heard follows from what moved, whose turn begins, and who has won", async () => {
  const { soundsOf } = await import(new URL("sounds.js", page));
  const heard = (moved, more, wasAsked = false) =>
    soundsOf({ events: { moves: moved }, view: { asked: [] }, seat: 0, result: null, ...more }, wasAsked);
  const asked = { view: { asked: [0] } };
  assert.deepEqual(heard([], {}), []);
  assert.deepEqual(heard(moves.slice(0, 1), asked), ["card", "turn"]);
  assert.deepEqual(heard([], asked, true), []);
  assert.deepEqual(heard([], { ...asked, isScene: true }), []);
  assert.deepEqual(heard([{ size: 26, source: "stock", target: "hands 0" }], {}), ["deal"]);
  assert.deepEqual(heard([moves[0], { size: 4, source: "trick", target: "won 1" }], {}), ["gather"]);
  assert.deepEqual(heard([], { result: { winners: [0] } }), ["won"]);
  assert.deepEqual(heard([], { result: { winners: [1] } }), ["lost"]);
});

test("the others sit round the table in their order, as many at the left as at the right", () => {
  for (let size = 1; size < 12; size++) {
    const others = Array.from({ length: size }, (_, place) => (place + 3) % 12);
    const { left, top, right } = sidesOf(others);
    assert.deepEqual([...left.toReversed(), ...top, ...right], others);
    assert.equal(left.length, right.length);
    assert.ok(top.length > 0 && left.length < 3);
  }
});

test("a turn is called out where that was set and allowed, and the page is out of sight", () => {
  const called = [];
  globalThis.Notification = class {
    static permission = "granted";
    constructor(title, { body }) {
      called.push(`${title}: ${body}`);
    }
    addEventListener() {}
  };
  for (const [isSet, isHidden, permission] of [
    [true, true, "granted"],
    [false, true, "granted"],
    [true, false, "granted"],
    [true, true, "denied"],
  ]) {
    set("call", isSet);
    document.hidden = isHidden;
    Notification.permission = permission;
    call("Hearts", "Your turn.");
  }
  assert.deepEqual(called, ["Hearts: Your turn."]);
  document.hidden = false;
});

test("a hand has rows alike, in which each card is seen by 30 px, and no more rows than that takes", () => {
  for (let size = 1; size < 30; size += 1) {
    for (const room of [280, 346, 526, 1100]) {
      const row = across(size, room, 54);
      const rows = Math.ceil(size / row);
      assert.ok(54 + (row - 1) * 30 <= room - 40 || row === 1);
      assert.ok(row * rows - size < rows);
      assert.ok(rows === 1 || 54 + (Math.ceil(size / (rows - 1)) - 1) * 30 > room - 40);
    }
  }
  assert.equal(across(13, 0, 54), 13);
});

test("what has to be done is said where nothing else can be, and who else is asked", () => {
  const chairs = ["Ada", "Bo", "Cy"].map((name) => ({ name }));
  const said = (asked, more) => turnOf({ seat: 0, chairs, result: null, view: { asked, cards_of: null, legal: [], forms: [], ...more } });
  const forms = [{ verb: "pass", parts: [{ kind: "cards", of: [], least: 3, most: 3 }] }];
  assert.equal(said([0, 1, 2], { forms }), "Pass 3 cards, as Bo and Cy do.");
  assert.equal(said([0], { forms }), "Pass 3 cards.");
  assert.equal(said([0], { forms, legal: [action("draw")] }), "Your turn.");
  assert.equal(said([0, 1]), "It is up to you, and to Bo.");
  assert.equal(said([1]), "Bo is to act.");
});
