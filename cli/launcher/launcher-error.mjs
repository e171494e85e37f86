// Thrown by the launcher to end with exit code 3 and one clear message.
export class LauncherError extends Error {
  /** `key` names the text, `values` fill it in, `output` is what a tool said last. */
  constructor(key, values = [], output = '') {
    super(key)
    this.key = key
    this.values = values
    this.output = output
  }
}
