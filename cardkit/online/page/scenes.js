// What a view shows one after the other: its scenes, in which cards lie that go on at once, and then the table itself.

export const HOLD = 1100;
const MOST = 6;

const nothing = { lines: [], moves: [], scenes: [] };

// The messages by which one is shown; all but the last are scenes, in which nothing can be done.
export function parts(message) {
  const { events, view, fresh } = message;
  const scenes = fresh || !view ? [] : events.scenes.slice(-MOST);
  const shown = scenes.map(({ lines, moves, ...lying }, number) => {
    const { lines: said, moves: moved } = scenes[number - 1] ?? { lines: 0, moves: 0 };
    return {
      ...message,
      isScene: true,
      view: { ...view, ...lying, asked: [] },
      legal: [],
      forms: [],
      talk: [],
      result: null,
      events: { ...nothing, lines: events.lines.slice(said, lines), moves: events.moves.slice(moved, moves) },
    };
  });
  const { lines, moves } = scenes.at(-1) ?? { lines: 0, moves: 0 };
  const rest = { ...nothing, lines: events.lines.slice(lines), moves: events.moves.slice(moves) };
  return [...shown, { ...message, events: rest }];
}

// Shows messages one after the other, each scene for a while, or until somebody goes on.
export class Showing {
  constructor(show) {
    Object.assign(this, { show, coming: [], timer: null, last: null, now: null });
  }

  get isHeld() {
    return this.timer !== null;
  }

  take(message) {
    const isLate = this.coming.filter(({ isScene }) => isScene).length > MOST;
    if (message.fresh || isLate || globalThis.document?.hidden) {
      const waiting = this.coming.splice(0);
      this.release();
      for (const one of waiting) this.tell(one);
      if (message.fresh) this.last = null;
    }
    this.coming.push(...parts(message));
    if (!this.isHeld) this.goOn();
  }

  // Shows the last scene once more.
  again() {
    if (!this.last || this.isHeld) return;
    this.coming.unshift(this.last, { ...this.now, events: nothing, talk: [] });
    this.goOn();
  }

  goOn() {
    this.release();
    while (this.coming.length && !this.isHeld) this.tell(this.coming.shift());
  }

  release() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  tell(message) {
    if (message.isScene) this.last = { ...message, events: nothing };
    else this.now = message;
    this.show(message);
    if (message.isScene && !globalThis.document?.hidden) this.timer = setTimeout(() => this.goOn(), HOLD);
  }
}
