/** What a round of `dev` can find wrong, for the terminal and for open pages. */
import { stripVTControlCharacters } from 'node:util'
import { formatFrame, placeOf } from '../../generator/format-problems.ts'
import type { Problem } from '../../generator/source/problem.ts'
import type { DevReport, DevReportItem, Text } from '../../runtime/protocol/index.ts'
import type { Step } from '../../runtime/server/db/index.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'

export type Finding =
  | { readonly is: 'problems'; readonly problems: readonly Problem[] }
  | { readonly is: 'report'; readonly report: DevReport }

const goesOn: Text = { 'zh-cn': '上一个可用的状态继续运行。', en: 'The last state that worked keeps running.' }

const titled = (
  title: Text,
  items: DevReport['items'],
  hint: Text | null = null,
  then: Text | null = goesOn,
): Finding => ({
  is: 'report',
  report: { title: then ? joined(title, then) : title, items, hint },
})

const joined = (one: Text, other: Text): Text => ({
  'zh-cn': one['zh-cn'] + other['zh-cn'],
  en: `${one.en} ${other.en}`,
})

const item = (message: Text, parts: Partial<DevReportItem> = {}): DevReportItem => ({
  place: null,
  hint: null,
  frame: null,
  message,
  ...parts,
})

/** Steps of a plan that a person has to decide about. */
export function openPlan(steps: readonly Step[], hash: string): Finding {
  return titled(
    {
      'zh-cn': `数据库变更中有 ${steps.length} 步需要决定。`,
      en: `Database steps to be decided: ${steps.length}.`,
    },
    steps.map((step) => item(step.reason, { frame: [...step.sql, ...(step.after ?? [])].join('\n') || null })),
    {
      'zh-cn': `请修改 schema，或执行 tablewright apply --plan ${hash}；之后自动继续。`,
      en: `Change the schema, or run tablewright apply --plan ${hash}; this goes on by itself then.`,
    },
  )
}

/**
 * Generated files that were edited by hand, or have something in their way.
 * @param isRunning what was generated besides them runs already
 */
export const editedFiles = (paths: readonly string[], isRunning = false): Finding =>
  titled(
    { 'zh-cn': '生成的文件被手工修改过。', en: 'Generated files were edited by hand.' },
    paths.map((path) =>
      item({ 'zh-cn': '该文件由 schema 生成。', en: 'This file follows from schemas.' }, { place: path }),
    ),
    {
      'zh-cn': '请把修改移到 schemas/ 或 runtime/modules/，或用 tablewright generate --force 覆盖。',
      en: 'Move the change to schemas/ or runtime/modules/, or overwrite with tablewright generate --force.',
    },
    isRunning ? null : goesOn,
  )

/** Hand-written code that cannot be built. */
export const failedBuild = (error: unknown): Finding =>
  titled({ 'zh-cn': '代码无法构建。', en: 'The code cannot be built.' }, [
    item(
      { 'zh-cn': '构建程序的输出：', en: 'What the bundler said:' },
      { frame: stripVTControlCharacters(error instanceof Error ? error.message : String(error)) },
    ),
  ])

/** A server that was built and did not start. */
export const refusedStart = (error: unknown): Finding =>
  titled({ 'zh-cn': '新的服务端没有启动。', en: 'The new server did not start.' }, [
    item(
      { 'zh-cn': '它的输出：', en: 'What it said:' },
      { frame: error instanceof Error ? error.message : String(error) },
    ),
  ])

/** A running server that ended. */
export const endedServer = (said: string): DevReport => ({
  title: { 'zh-cn': '服务端已停止。', en: 'The server has stopped.' },
  items: [item({ 'zh-cn': '它最后的输出：', en: 'What it said last:' }, { frame: said || null })],
  hint: { 'zh-cn': '下一次修改时会重新启动。', en: 'It starts again with the next change.' },
})

/** What open pages show of a finding. */
export async function reportOf(root: string, finding: Finding): Promise<DevReport> {
  if (finding.is === 'report') return finding.report
  const { problems } = finding
  const title = interpolate(
    { 'zh-cn': 'schema 或代码中有 {{count}} 个问题。', en: 'Problems in schemas or code: {{count}}.' },
    { count: problems.length },
  )
  const items = await Promise.all(
    problems.slice(0, shownProblems).map(async (problem) => ({
      place: `${problem.code} ${placeOf(problem)}`,
      message: problem.message,
      hint: problem.hint,
      frame: await formatFrame(root, problem),
    })),
  )
  return { title: joined(title, goesOn), items, hint: null }
}

const shownProblems = 20
