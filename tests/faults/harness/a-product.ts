import { onTestFinished } from "vitest";
import { startScriptedModelServer } from "#tests/fakes/scripted-model-server.ts";
import { Product } from "#tests/harness/product.ts";

/** A product with a scripted model and the local services, until the end of the test. */
export async function aProduct(): Promise<Product> {
  const model = await startScriptedModelServer();
  onTestFinished(() => model.close());
  const product = await Product.start({
    env: { AI_BASE_URL: `${model.url}/v1`, AI_MODEL: "scripted" },
  });
  onTestFinished(() => product.dispose());
  return product;
}
