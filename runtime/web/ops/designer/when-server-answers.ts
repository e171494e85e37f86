/** Milliseconds between two looks. */
const pauseMs = 300

/** Waits for the server that takes the place of the one which has just said that it ends. */
export async function whenServerAnswers(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const isThere = await fetch('/healthz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
  }
}
