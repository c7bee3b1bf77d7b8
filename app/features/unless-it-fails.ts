/**
 * What the server's action answers, or, where it could not be reached or has failed, `otherwise`: the page, and what is
 * typed on it, stay. A redirect goes on its way.
 */
export async function unlessItFails<Answer>(
  serverAction: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return otherwise;
  }
}
