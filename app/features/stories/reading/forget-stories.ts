/** Nothing of a person's stories stays in a browser that they have left. What does it is loaded then, not with every page. */
export async function forgetStories(): Promise<void> {
  try {
    const { clearStore } = await import("./kept-store.ts");
    await clearStore();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no connection: the next page of a visitor does it
  }
}
