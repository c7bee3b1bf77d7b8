import * as v from "valibot";
import { expect, it } from "vitest";
import { readForm, readFormData } from "#app/features/forms/read-form.ts";

const schema = v.object({ returnTo: v.optional(v.string()) });

function post(body: BodyInit, type?: string): Request {
  const headers = new Headers(type === undefined ? {} : { "Content-Type": type });
  const request = new Request("https://talespark.test/login", { method: "POST", body, headers });
  if (type === undefined) request.headers.delete("Content-Type");
  return request;
}

it("a form is read in both of its types", async () => {
  const parts = new FormData();
  parts.set("returnTo", "/stories");
  const typed = new Request("https://talespark.test/login", { method: "POST", body: parts });

  expect(await readForm(typed, schema)).toEqual({ returnTo: "/stories" });
  expect(
    await readForm(
      post("returnTo=%2Fstories&more=1", "application/x-www-form-urlencoded;charset=UTF-8"),
      schema,
    ),
  ).toEqual({ returnTo: "/stories" });
});

it.each([undefined, "text/plain", "application/json", "application/x-www-form-urlencodedx"])(
  "a body of the type %s is no form",
  async (type) => {
    await expect(readForm(post("returnTo=x", type), schema)).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      status: 415,
    });
  },
);

it.each(["multipart/form-data", "multipart/form-data; boundary=x"])(
  "a body that does not match its content type, %s, can't be read",
  async (type) => {
    await expect(readFormData(post("returnTo=x", type))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

it("a field that is wrong, such as a file for a text, is named", async () => {
  const form = new FormData();
  form.set("returnTo", new File(["x"], "x.txt"));
  const request = new Request("https://talespark.test/login", { method: "POST", body: form });

  await expect(readForm(request, schema)).rejects.toMatchObject({ code: "INVALID_INPUT", field: "returnTo" });
});
