// A notice of the device at one's own turn, while the page is out of sight. Off unless set, and allowed.

import { settings } from "./settings.js";

export const canCall = "Notification" in globalThis && globalThis.isSecureContext;

export async function allowCalls() {
  return canCall && (await Notification.requestPermission()) === "granted";
}

export function call(title, text) {
  if (!settings.call || !canCall || !document.hidden || Notification.permission !== "granted") return;
  const notice = new Notification(title, { body: text, tag: location.pathname, icon: "/card/back.svg" });
  notice.addEventListener("click", () => (window.focus(), notice.close()));
}
