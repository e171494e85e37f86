/** Answers of services that are not ours: none of them may fill the memory, or a page, with what it sends. */

/**
 * The text of an answer. It is read as it comes, so that a service which sends without an end is left at the limit; how
 * long it may take, the signal of the request says.
 * @throws an Error when it is longer than so many bytes
 */
export async function readAnswer(response: Response, maxBytes: number): Promise<string> {
  const { bytes, isWhole } = await readBytes(response, maxBytes)
  if (!isWhole) throw new Error(`the answer is longer than ${maxBytes} bytes`)
  return bytes.toString('utf8')
}

/** The first bytes of an answer; the rest is not received. */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array)
    length += (part as Uint8Array).length
    // Leaving the loop ends the connection.
    // Guard T81: answers of services are read up to a limit.
    if (length > maxBytes) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: length <= maxBytes }
}

/** Characters of a service's own words that are shown and stored. */
const maxWords = 200

/** What a service says of a failure, shortened. */
export const shortened = (words: string): string => (words.length <= maxWords ? words : `${words.slice(0, maxWords)}…`)
