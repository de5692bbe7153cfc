// Crazy 8s: plays the suit that it holds most of, and draws only where it has to.
let seat;
const suitOf = (card) => card.split(" ").pop().slice(-1)[0];
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "begin") seat = message.seat;
  if (message.type !== "turn") return;
  const held = message.view.hands[seat].map(suitOf);
  const worth = (action) => (action.startsWith("play") ? held.filter((suit) => suit === suitOf(action)).length : -1);
  console.log(message.legal.reduce((best, action) => (worth(action) > worth(best) ? action : best)));
});
