import { expectAccessible } from "./harness/axe.ts";
import { signUp } from "./harness/person.ts";
import { expect, test } from "./harness/test.ts";

const line = (name: string, mes: string, day: number) =>
  JSON.stringify({ name, is_user: name === "Nel", send_date: `2025-11-0${day}T20:00:00Z`, mes });
const chat = (day: number, ...others: string[]) =>
  ["The lamp is out, and nobody on the island says why.", "I climb the stairs.", ...others]
    .map((mes, index) => line(index % 2 === 0 ? "Mara Voss" : "Nel", mes, day))
    .join("\n");
const file = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });

test("chats of another program become a story with paths, told in a report, and are taken away again", async ({
  page,
  expectedErrors,
}, testInfo) => {
  expectedErrors.push("400"); // a form without anything in it
  const shoot = (name: string) =>
    page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true });
  await signUp(page);
  await page.goto("/stories");
  await page.getByRole("link", { name: "Bring In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bring in what you wrote elsewhere");
  await expectAccessible(page);
  await shoot("form");
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a file, or paste a text.");

  const files = [
    file("Mara Voss, 2 Nov 21:14.jsonl", chat(2, "Who is there?", "Nobody.")),
    file("Mara Voss, 3 Nov 22:40.jsonl", `${chat(3, "She follows.", "I run.")}\n${line("Mara Voss", "", 3)}`),
    file("test.json", "{}"),
  ];
  await page.getByLabel("Files").setInputFiles(files);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("3 files became 1 story with 2 paths");
  await expect(page.getByText("leaves at passage 2")).toBeVisible();
  await expect(page.getByText("“test.json”")).toBeVisible();
  await expect(page.getByText("1 empty version")).toBeVisible();
  await expectAccessible(page);
  await shoot("report");
  await page.getByRole("link", { name: "Open the story" }).click();
  await expect(page.getByText("I run.")).toBeVisible();

  await page.goto("/stories/bring-in");
  await page.getByLabel("Files").setInputFiles(files);
  await page.getByRole("button", { name: "Bring it in" }).click();
  await expect(page.getByRole("alert")).toContainText("You have brought this in before");
  await expect(page.getByRole("button", { name: "Bring it in once more" })).toBeVisible();
  await shoot("again");
  await page.getByRole("link", { name: "look at it" }).click();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/was taken off your shelf/);
  await shoot("undone");
  await page.goto("/stories");
  await expect(page.getByRole("heading", { name: "Mara Voss" })).toHaveCount(0);
});
