/**
 * The build and the database after a change of schemas, made by processes of the command line: beside `serve`, nothing
 * else follows the files.
 */
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { allProducts } from '../build/products.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { captureNode } from '../running/child.ts'
import type { DatabaseSettings } from '../settings.ts'
import { DesignRefusal } from './refusal.ts'

export interface Follower {
  /** Checks, generates and builds. Throws a DesignRefusal with what was said. */
  readonly build: () => Promise<void>
  /** Applies the plan with this hash, as the new build has it. Throws a DesignRefusal with what was said. */
  readonly apply: (hash: string) => Promise<void>
}

/** Lines of a failed process that are shown. */
const shownLines = 12

export function createFollower(
  { root, language }: Pick<Context, 'root' | 'language'>,
  { dataFolder, databaseUrl }: DatabaseSettings,
): Follower {
  const run = async (...words: readonly string[]): Promise<void> => {
    const { code, output, errorOutput } = await captureNode(
      // The program was started with this file as its script.
      [process.argv[1]!, ...words, '--root', root, '--lang', language, '--no-color'],
      root,
      // The address goes by the environment, where other users of the machine cannot read its password.
      { ...process.env, TABLEWRIGHT_DATA: dataFolder, DATABASE_URL: databaseUrl },
    )
    if (code === exitCodes.ok) return
    const said = `${output}\n${errorOutput}`.trim().split('\n').slice(-shownLines).join('\n')
    throw new DesignRefusal('bad_state', interpolate(failedText, { said }))
  }
  return {
    build: () => run('prepare', ...allProducts),
    apply: (hash) => run('apply', '--plan', hash, '--no-search'),
  }
}

const failedText = {
  'zh-cn': '检查、构建或更新数据库时失败，未作任何更改：{{said}}',
  en: 'Checking, building or changing the database failed, so that nothing was changed: {{said}}',
} as const
