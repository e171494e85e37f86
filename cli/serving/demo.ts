/**
 * The demo data of a first start, loaded by a process of its own: what drawing its pictures takes in memory goes with
 * that process.
 */
import { exitCodes, ChildProcessError } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { captureNode } from '../running/child.ts'
import type { DatabaseSettings } from '../settings.ts'

/** Runs `tablewright seed` on that database; answers how many records came, 0 when another process was there first. */
export async function loadDemoInChild(
  context: Context,
  { dataFolder, databaseUrl }: DatabaseSettings,
): Promise<number> {
  // The address goes by the environment, where other users of the machine cannot read its password.
  const env = { ...process.env, TABLEWRIGHT_DATA: dataFolder, DATABASE_URL: databaseUrl }
  const { code, output, errorOutput } = await captureNode(
    // The program was started with this file as its script.
    [process.argv[1]!, 'seed', '--json', '--root', context.root, '--lang', context.language],
    context.root,
    env,
  )
  if (code === exitCodes.refused) return 0
  if (code !== exitCodes.ok) {
    context.log(errorOutput.trimEnd())
    throw new ChildProcessError(code)
  }
  return (JSON.parse(output) as { readonly loaded: number }).loaded
}
