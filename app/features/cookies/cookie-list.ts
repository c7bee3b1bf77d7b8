type KeptItem = { name: string; kind: string; why: string; howLong: string };

const NECESSARY: readonly KeptItem[] = [
  {
    name: "__Host-talespark-session",
    kind: "Cookie",
    why: "Keeps you signed in.",
    howLong: "30 days after your last visit, or until you log out",
  },
  {
    name: "__Host-talespark-signin-…",
    kind: "Cookie",
    why: "Brings you safely through one sign-in.",
    howLong: "Until you are signed in, one day at most",
  },
  {
    name: "__Host-talespark-bookmark",
    kind: "Cookie",
    why: "Makes sure that you see your latest changes.",
    howLong: "10 minutes",
  },
  {
    name: "__Host-talespark-demo, talespark:demo",
    kind: "Cookie and session storage",
    why: "Opens the demo story that you have begun, and keeps it for you when you sign up.",
    howLong: "One day, or until you sign in",
  },
  {
    name: "talespark:cookie-consent",
    kind: "Local storage",
    why: "Your choice about cookies.",
    howLong: "Half a year, then you are asked again",
  },
  {
    name: "talespark:draft:…, talespark:edit:…, talespark:request:…, talespark:feedback-…, talespark:character-draft:…, talespark:story-draft:…",
    kind: "Session storage",
    why: "What you have typed and not sent yet, so that it survives a reload.",
    howLong: "Until it is sent, or the tab is closed",
  },
  {
    name: "talespark:unsent:…",
    kind: "Local and session storage",
    why: "The same once more, so that it is there again when you come back after closing the page.",
    howLong: "Until it is sent, or you are signed out",
  },
  {
    name: "talespark:copy-size",
    kind: "Session storage",
    why: "The size of the text that you chose in a story that somebody shares.",
    howLong: "Until the tab is closed",
  },
  {
    name: "talespark (database)",
    kind: "IndexedDB",
    why: "The last messages of the stories that you opened last, to read when the connection fails.",
    howLong: "Until you log out",
  },
  {
    name: "talespark:places",
    kind: "Local storage",
    why: "Where you have left the stories that you read last, so that they open there.",
    howLong: "Until you log out",
  },
  {
    name: "talespark:voices",
    kind: "Local storage",
    why: "How fast you listen, and which voice you gave whom.",
    howLong: "Until you log out",
  },
  {
    name: "talespark:reader",
    kind: "Local storage",
    why: "Who is signed in, so that Back shows your pages to nobody who comes after you.",
    howLong: "Until you log out",
  },
  {
    name: "__Host-talespark-theme, talespark:theme",
    kind: "Cookie and local storage",
    why: "The theme that you chose, so that pages look right from the start.",
    howLong: "A year; the second until you clear your browser’s storage",
  },
  {
    name: "talespark-frame-…",
    kind: "Cache storage",
    why: "The app itself, without anything of yours, so that it opens without a network.",
    howLong: "Until a newer version has taken its place twice",
  },
  {
    name: "__Host-talespark-adult",
    kind: "Cookie",
    why: "That you said you are 18, to read copies of stories for adults.",
    howLong: "Until you close the browser",
  },
  {
    name: "talespark:reply-notifications",
    kind: "Local storage",
    why: "Whether this browser tells you that a reply is ready.",
    howLong: "Until you switch it off",
  },
  {
    name: "talespark:shortcuts",
    kind: "Local storage",
    why: "Whether you have switched single-key shortcuts off.",
    howLong: "Until you clear your browser’s storage",
  },
  {
    name: "pending-checkout, payment-session, payment-log",
    kind: "Local storage",
    why: "Brings you back from the payment page, and helps us find out what went wrong with a payment.",
    howLong: "The first two until you are back; the last 50 steps and opened pages; all until you log out",
  },
];

/** Everything that Talespark stores in a browser, as the cookie policy lists it. */
export const KEPT_ITEMS: readonly (KeptItem & { purpose: string })[] = [
  ...NECESSARY.map((item) => ({ ...item, purpose: "Necessary" })),
  {
    name: "__Host-talespark-type",
    kind: "Cookie",
    why: "How you like to read on this device: the look of story text, the theme, the pace of replies and the like.",
    howLong: "One year; without your consent until you close the browser",
    purpose: "Functional",
  },
  {
    name: "talespark:hints-dismissed:…",
    kind: "Local storage",
    why: "How often you were shown the hints of the input bar, and whether you have used it.",
    howLong: "Until you clear your browser’s storage; without your consent until you close the tab",
    purpose: "Functional",
  },
  {
    name: "Conversion event",
    kind: "Picture of an advertising network, local storage",
    why: "Tells that network once that a purchase was made. Loaded only after a payment, and only if you allowed it. Your browser remembers which payment was told.",
    howLong: "As that network says; ours until you clear your browser’s storage",
    purpose: "Analytics",
  },
];
