import { describe, expect, it } from "vitest";
import { listNetworks, toAddressKey } from "#workers/http/client-address.ts";

describe("the networks of an address", () => {
  it.each([
    ["198.51.100.9", ["198.51.100.9"]],
    ["2001:db8:1:2345:3:4:5:6", ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1:0::/48"]],
    ["2001:DB8:1:2::9", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1:0::/48"]],
    ["2001:db8::9", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0:0::/48"]],
    ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0:0::/48"]],
    ["::ffff:198.51.100.9", ["198.51.100.9"]],
  ])("of %s are %s", (address, networks) => {
    expect(listNetworks(address)).toEqual(networks);
  });
});

describe("the key of an address", () => {
  it("is the same within a network, another for another, and depends on the secret", async () => {
    const key = await toAddressKey("2001:db8:1:2::9", "secret");

    expect(await toAddressKey("2001:db8:1:2:ffff::1", "secret")).toBe(key);
    expect(await toAddressKey("2001:db8:1:3::9", "secret")).not.toBe(key);
    expect(await toAddressKey("2001:db8:1:2::9", "another secret")).not.toBe(key);
    expect(key).not.toContain("2001");
  });
});
