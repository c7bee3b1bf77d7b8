/** What a redirect can say on the page that it leads to. The address carries the code, never the sentence. */
const NOTICES = {
  "no-such-page": { kind: "error", text: "That page does not exist." },
  "story-not-found": { kind: "error", text: "Story not found" },
  "chat-not-loaded": { kind: "error", text: "Failed to load chat details or messages" },
  "story-created": { kind: "success", text: "Story created successfully!" },
  "profile-updated": { kind: "success", text: "Profile updated successfully" },
} as const;
export type NoticeCode = keyof typeof NOTICES;
export type Notice = (typeof NOTICES)[NoticeCode];

export const NOTICE_PARAMETER = "toast";

function isNoticeCode(code: string): code is NoticeCode {
  return Object.hasOwn(NOTICES, code);
}

export function findNotice(code: string | null): Notice | null {
  return code !== null && isNoticeCode(code) ? NOTICES[code] : null;
}

/** An address with a notice that the page shows. */
export function withNotice(path: string, code: NoticeCode): string {
  return `${path}${path.includes("?") ? "&" : "?"}${NOTICE_PARAMETER}=${code}`;
}
