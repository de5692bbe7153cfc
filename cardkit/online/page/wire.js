// The connection to a table. It is made anew, after growing pauses, as often as it is lost.

const REASONS = {
  4404: "There is no such table.",
  4403: "This link lets nobody in. Ask for a new one.",
  4429: "Too much at once; wait a while and load the page again.",
};
const MOVED = 4410;
const UNSENT = "This was not sent: the connection is lost.";
const LONGEST = 10_000;

export class Wire {
  // `hello` is what is said first, `hear` is called with every message, `tell` with what a person should know, or "".
  constructor(path, hello, hear, tell) {
    Object.assign(this, { path, hello, hear, tell, tries: 0, number: 0, waiting: new Map() });
    this.open();
  }

  open() {
    this.socket = new WebSocket(location.origin.replace("http", "ws") + this.path);
    this.socket.onopen = () => this.send({ do: "hello", protocol: 2, ...this.hello });
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => this.closed(event.code);
  }

  take(message) {
    if (message.type === "view") {
      this.tries = 0;
      this.tell("");
    }
    const answer = message.id == null ? null : this.waiting.get(message.id);
    this.waiting.delete(message.id);
    (answer ?? this.hear)(message);
  }

  closed(code) {
    const lost = { type: "refused", reason: UNSENT };
    for (const answer of [...this.waiting.values()]) answer(lost);
    this.waiting.clear();
    if (REASONS[code]) return this.tell(REASONS[code]);
    const pause = code === MOVED ? 0 : Math.min(LONGEST, 300 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.tell("The connection is lost; trying again …");
    setTimeout(() => this.open(), pause);
  }

  // Sends a message; false where there is no connection, which is told.
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      return true;
    }
    this.take({ type: "refused", id: message.id ?? null, reason: UNSENT });
    return false;
  }

  // Sends a message; what is returned holds when the answer, or the refusal, is here.
  ask(message) {
    const id = ++this.number;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.send({ ...message, id });
    });
  }
}
