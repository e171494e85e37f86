/** Child processes whose output goes straight to the terminal. */
import { spawnChild } from '../launcher/spawn-child.mjs'

/** Runs a program and waits; answers its exit code (1 when a signal ended it, 127 when it cannot be started). */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly toStderr?: boolean },
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawnChild(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', options.toStderr ? 2 : 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a script with this Node. */
export const runNode = (
  args: readonly string[],
  cwd: string,
  options: { readonly env?: NodeJS.ProcessEnv; readonly toStderr?: boolean } = {},
): Promise<number> => runProgram(process.execPath, args, { cwd, ...options })

/**
 * Runs a script with this Node and returns what it wrote to stdout; what it wrote to stderr is reported if it fails.
 */
export function captureNode(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly output: string; readonly errorOutput: string }> {
  return new Promise((resolve) => {
    const child = spawnChild(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const captured = { output: '', errorOutput: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      captured.output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      captured.errorOutput += text
    })
    child.once('error', () => resolve({ code: 127, ...captured }))
    child.once('close', (code) => resolve({ code: code ?? 1, ...captured }))
  })
}
