import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { boundedText, checkInput, choicesFrom } from "#domain/input.ts";
import { AFTER_SIGN_IN, toReturnPath } from "#domain/return-path.ts";

const TOO_MANY_MARKS = "Please don't put so many marks or joined signs on one character.";
const TOO_MANY_BYTES = "This text takes up too much space. Please use fewer combined emoji or marks.";

function faultOf(schema: v.GenericSchema, value: unknown): string | null | undefined {
  const checked = checkInput(schema, value);
  return checked.ok ? undefined : checked.fault.message;
}

/** A text of exactly `length` characters, made by repeating a passage. */
function filled(passage: string, length: number): string {
  const segments = [...new Intl.Segmenter().segment(passage)].map(({ segment }) => segment);
  return Array.from({ length }, (_, index) => segments[index % segments.length]).join("");
}

describe("a text of a person", () => {
  const field = boundedText({ required: "needed", min: 3, tooShort: "short", max: 5, tooLong: "long" });
  it.each([
    ["   ", "needed"],
    [" ab ", "short"],
    ["abcdef", "long"],
    ["x".repeat(100_000), "long"],
    [undefined, "needed"],
    [null, "needed"],
    [7, "needed"],
  ])("that is %j is refused: %s", (value, message) => expect(faultOf(field, value)).toBe(message));

  it("is trimmed, and counted after that", () => expect(v.parse(field, "  abcde  ")).toBe("abcde"));

  it("has no half of a surrogate pair", () => expect(v.parse(field, "ab\ud83d")).toBe("ab\ufffd"));
});

describe("a text as long as its limit", () => {
  const field = boundedText({ max: 1500, tooLong: "long" });
  it.each([
    ["German", "Über den Straßen lag, ohne daß jemand es bemerkte, süßer Fliederduft. ".normalize("NFD")],
    ["Hindi", "राष्ट्रपति ने स्त्रियों के कार्त्स्न्य की चर्चा की। मैं यह क्षत्रिय-कथा सुनाऊँगा।"],
    ["Thai", "ปู่รู้ว่าน้ำที่นี่ลึกนัก แต่ผู้ใหญ่บ้านก็ยังเชื่อว่าพี่น้องจะข้ามได้ ฤๅษีกตัญญุตา"],
    ["Arabic with all vowels", "إِنَّ ٱلْكَلِمَةَ ٱلطَّيِّبَةَ صَدَقَةٌ، وَٱللَّهُ يُحِبُّ ٱلْمُحْسِنِينَ."],
    ["Hebrew with points and accents", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ"],
    ["Burmese", "မြန်မာစာသည် ကြွယ်ဝသော စာပေဖြစ်၍ လျှို့ဝှက်ချက်များစွာရှိသည်။"],
    ["Tibetan", "བསྒྲུབས་པའི་རྒྱལ་མཚན་འབྲུག་ཡུལ་དུ་བསྐྱོད། ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ།"],
    ["Vietnamese, decomposed", "Những chuyến tàu đêm thường kể chuyện ưỡn ẹo, lặng lẽ.".normalize("NFD")],
    ["Persian with joiners", "می‌خواهم کتاب‌های قدیمی‌ام را دوباره بخوانم."],
    ["old Korean", "나랏〮말〯ᄊᆞ미〮듕귁〮에〮달아〮"],
    ["Japanese", "吾輩は猫である。名前はまだ無い。か\u3099き\u3099"],
    ["prose with families, flags and kisses", "We met 👨‍👩‍👧‍👦 at the match 🏴󠁧󠁢󠁥󠁮󠁧󠁿, then 👩🏽‍❤️‍💋‍👨🏿! "],
  ])("is accepted in %s", (_, passage) => {
    expect(faultOf(field, filled(passage, 1500))).toBeUndefined();
    expect(faultOf(field, filled(passage, 1600))).toBe("long");
  });
});

describe("a text that hides a lot in few characters", () => {
  const field = boundedText({ max: 1500, tooLong: "long" });
  it.each([
    ["28,000 marks on one letter", `eleven letters${"\u0301".repeat(28_000)}`],
    ["the marks of Zalgo", "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324algo comes"],
    ["20,000 joiners", `é${"\u200d".repeat(20_000)}é`],
    ["joiners that join nothing", `a name${"\u200c".repeat(30)}`],
    ["a family of a hundred", Array.from({ length: 100 }, () => "👩").join("\u200d")],
    ["skin tones without end", `👩${"🏽".repeat(200)}`],
    ["one syllable of 5,000 letters", "ᄀ".repeat(5_000)],
    ["a conjunct without end", "क्".repeat(5_000)],
    ["a flag with a message in its tags", `🏴${"\u{e0061}".repeat(500)}`],
  ])("%s, is refused for them", (_, text) => expect(faultOf(field, text)).toBe(TOO_MANY_MARKS));

  it("is refused for its bytes even if each character is allowed", () => {
    expect(faultOf(field, "👨‍👩‍👧‍👦".repeat(1500))).toBe(TOO_MANY_BYTES);
  });
});

const field = choicesFrom(["Sports", "Royalty", "Military"]);
it("choices from a list are each of the list, and each there once", () => {
  expect(v.parse(field, ["Royalty", "Sports"])).toEqual(["Royalty", "Sports"]);
  expect(v.parse(field, undefined)).toEqual([]);
  expect(faultOf(field, ["Sports", "Sports"])).toBe("Please choose each only once");
  expect(faultOf(field, Array(5_000).fill("Sports"))).toBe("Please choose each only once");
  expect(faultOf(field, ["Cooking"])).toBe("Please choose from the list");
  expect(faultOf(field, "Sports")).toBe("Please choose from the list");
});

describe("checking input", () => {
  const schema = v.object({
    who: v.object({ name: boundedText({ required: "Please enter your name", max: 9, tooLong: "long" }) }),
    isReady: v.boolean(),
    places: v.optional(v.array(v.object({ zip: v.pipe(v.number(), v.minValue(1, "From 1 up")) })), []),
  });

  it("reads a missing field like an empty one, however deep it is", () => {
    const fault = { message: "Please enter your name", field: "who.name" };
    for (const who of [{}, { name: "" }, { name: null }, { name: 7 }]) {
      expect(checkInput(schema, { who, isReady: true })).toEqual({ ok: false, fault });
    }
  });

  it.each([
    [{}, "This field is needed.", "who"],
    [{ who: 7 }, "This must be an object.", "who"],
    [{ who: { name: "Ada" } }, "This field is needed.", "isReady"],
    [{ who: { name: "Ada" }, isReady: "yes" }, "This must be true or false.", "isReady"],
    [{ who: { name: "Ada" }, isReady: true, places: {} }, "This must be a list.", "places"],
    [
      { who: { name: "Ada" }, isReady: true, places: [{ zip: 1 }, {}] },
      "This field is needed.",
      "places.1.zip",
    ],
    [{ who: { name: "Ada" }, isReady: true, places: [{ zip: 0 }] }, "From 1 up", "places.0.zip"],
    [null, "This field is needed.", null],
    [7, "This must be an object.", null],
  ])("says of %j: %s", (input, message, field) => {
    expect(checkInput(schema, input)).toEqual({ ok: false, fault: { message, field } });
  });
});

it.each([
  "/home",
  "/stories",
  "/stories/new?genre=mystery",
  "/stories/1?page=2#end",
  "/settings",
  "/loginish",
])("one may go back to %s", (wanted) => {
  expect(toReturnPath(wanted)).toBe(wanted);
});

it.each([
  null,
  undefined,
  "",
  "stories",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/stories/..//evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  " https://evil.example",
  "\\\\evil.example",
  "https://talespark.test@evil.example/",
  "/login?returnTo=/login",
  "/logout",
  "/auth/callback?code=1",
  `/${"a".repeat(3000)}`,
  `/${"ö".repeat(1900)}`, // 11,400 characters in an address
])("%j leads nowhere but home", (wanted) => {
  expect(toReturnPath(wanted)).toBe(AFTER_SIGN_IN);
});
