import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { PREVIEW_MAX_BYTES, type Share } from "#domain/share.ts";
import { queryRows } from "../helpers/databases.ts";
import { allowAdult, makePicture, openShares, shareStory, writeStory } from "../helpers/shares.ts";
import { ORIGIN } from "../helpers/site.ts";

const { site, reader, author, share } = await openShares();
const picture = await makePicture();

async function findMissing(storyId: string, who = author) {
  const [share] = await who.read<[Share]>(`/api/stories/${storyId}/shares`);
  return share.missingPreview;
}

function put(
  { storyId, shareId, mark }: { storyId: string; shareId: string; mark: string },
  file: BodyInit = picture,
  who = author,
): Promise<Response> {
  const path = `/api/stories/${storyId}/shares/${shareId}/preview/${mark}`;
  return who.sendRaw("PUT", path, file, { "Content-Type": "application/octet-stream" });
}

/** A copy, with the mark of the picture that it should have. */
async function shareMarked(story: Record<string, unknown> = {}) {
  const shared = await share({}, story);
  return { ...shared, mark: (await findMissing(shared.storyId))?.mark ?? "none" };
}

const findStored = ({ storyId, shareId }: { storyId: string; shareId: string }) =>
  env.PORTRAITS.head(`share-previews/${storyId}/${shareId}`);

it("a copy's own picture is what messengers are told, and caches keep it no longer than the page", async () => {
  const copy = await shareMarked();
  expect(await findMissing(copy.storyId)).toEqual({
    mark: copy.mark,
    title: "The Ninth Signal",
    coverPath: expect.stringMatching(/^\/covers\//),
  });
  expect((await put(copy, await makePicture(undefined, "image/png"))).status).toBe(204);
  expect(await findMissing(copy.storyId)).toBeNull();

  const address = `${copy.path}/preview/${copy.mark}`;
  expect(await (await reader.get(copy.path)).text()).toContain(
    `<meta property="og:image" content="${ORIGIN}${address}"/>`,
  );
  const answer = await reader.get(address);
  const told = Object.fromEntries(answer.headers);
  expect([answer.status, told["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(told).toMatchObject({
    "cache-control": "public, max-age=0",
    "cdn-cache-control": "public, max-age=60",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  const info = await env.IMAGES.info(new Blob([await answer.arrayBuffer()]).stream());
  expect(info).toMatchObject({ format: "image/jpeg", width: 1200, height: 630 });
  const again = await reader.get(address, { "If-None-Match": told["etag"] ?? "" });
  expect(again.status).toBe(304);
  for (const secret of [copy.storyId, copy.shareId, author.sub])
    expect(JSON.stringify(told)).not.toContain(secret);
});

it("what is no picture of that size, or of another title, is refused and leaves that of the genre", async () => {
  const copy = await shareMarked();
  const html = new TextEncoder().encode("<html><script>alert(1)</script></html>");
  const broken = Uint8Array.from([...picture.slice(0, 40), ...html]);
  for (const [name, file, status] of [
    ["HTML", html, 400],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>', 400],
    ["nothing", new Uint8Array(), 400],
    ["a broken picture", broken, 400],
    ["another size", await makePicture({ width: 630, height: 1200 }), 400],
    ["too large", new Uint8Array(PREVIEW_MAX_BYTES + 1), 413],
  ] as const) {
    expect((await put(copy, file)).status, name).toBe(status);
  }
  for (const mark of ["0".repeat(32), "x"]) expect((await put({ ...copy, mark })).status).toBe(400);
  expect(await findStored(copy)).toBeNull();
  expect(await (await reader.get(copy.path)).text()).toContain("/preview-");
  expect((await reader.get(`${copy.path}/preview/${copy.mark}`)).status).toBe(404);
});

it("HTML behind a picture is not in what is served", async () => {
  const copy = await shareMarked();
  const html = new TextEncoder().encode("<script>alert(1)</script>");
  expect((await put(copy, Uint8Array.from([...picture, ...html]))).status).toBe(204);
  const served = await (await reader.get(`${copy.path}/preview/${copy.mark}`)).text();
  expect(served).not.toContain("<script>");
});

it("somebody else sets none, neither there nor through a story of their own", async () => {
  const copy = await shareMarked();
  const another = await site.consented();
  expect((await put(copy, picture, another)).status).toBe(404);
  const own = await writeStory(another);
  await shareStory(another, own);
  const mark = (await findMissing(own, another))?.mark ?? "";
  expect((await put({ storyId: own, shareId: copy.shareId, mark }, picture, another)).status).toBe(404);
  expect(await findStored(copy)).toBeNull();
});

it("is gone with a new title until it is drawn anew, and its old address with it", async () => {
  const copy = await shareMarked();
  await put(copy);
  await author.send("PUT", `/api/stories/${copy.storyId}`, { title: "Harrow Light" });
  expect((await reader.get(`${copy.path}/preview/${copy.mark}`)).status).toBe(404);
  const mark = (await findMissing(copy.storyId))?.mark ?? "";
  expect(await findMissing(copy.storyId)).toMatchObject({ title: "Harrow Light" });
  expect((await put(copy)).status).toBe(400);
  expect((await put({ ...copy, mark })).status).toBe(204);
  expect((await reader.get(`${copy.path}/preview/${mark}`)).status).toBe(200);
});

it("is 410 after its copy was revoked, and deleted; so it is with its story", async () => {
  const copy = await shareMarked();
  await put(copy);
  await author.send("DELETE", `/api/stories/${copy.storyId}/shares/${copy.shareId}`);
  expect((await reader.get(`${copy.path}/preview/${copy.mark}`)).status).toBe(410);
  expect((await put(copy)).status).toBe(404);
  expect(await findStored(copy)).toBeNull();

  const other = await shareMarked();
  await put(other);
  await author.send("DELETE", `/api/stories/${other.storyId}`);
  expect((await reader.get(`${other.path}/preview/${other.mark}`)).status).toBe(410);
  const object = env.STORY.get(env.STORY.idFromName(other.storyId));
  await object.purgeNow({ conversationId: other.storyId, userId: author.sub, shard: 0 });
  expect(await findStored(other)).toBeNull();
});

it("of a story for adults is neither taken nor served", async () => {
  await allowAdult(author);
  const copy = await shareMarked({ isNSFW: true });
  expect(copy.mark).toBe("none");
  const turned = await shareMarked();
  await put(turned);
  await queryRows("UPDATE stories SET is_nsfw = 1 WHERE id = ?", turned.storyId);
  for (const one of [turned, { ...copy, mark: turned.mark }]) expect((await put(one)).status).toBe(400);
  expect(await findStored(copy)).toBeNull();
  expect((await reader.get(`${turned.path}/preview/${turned.mark}`)).status).toBe(404);
  expect(await (await reader.get(turned.path)).text()).not.toContain("og:image");
});
