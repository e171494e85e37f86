/** `tablewright check --log`: whether log entries of records were changed or removed. */
import { exitCodes, type Exit } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'

export async function checkLog(context: Context, flags: DatabaseFlags): Promise<Exit> {
  const { records, entries, damages } = await withDatabase(context, flags, (server, { database }) =>
    server.verifyLog(database),
  )
  const isFine = damages.length === 0
  const lines = damages.map((damage) => context.t(texts[damage.damage], { ...damage }))
  const summary = context.t(isFine ? texts.intact : texts.damaged, { records, entries, count: damages.length })
  context.print({ ok: isFine, records, entries, damages }, [...lines, summary])
  return isFine ? exitCodes.ok : exitCodes.findings
}

const texts = {
  changed: {
    'zh-cn': '{{entity}} ID {{record}}：操作历史第 {{position}} 条被改动。',
    en: '{{entity}} ID {{record}}: entry {{position}} of its history was changed.',
  },
  missing: {
    'zh-cn': '{{entity}} ID {{record}}：操作历史自第 {{position}} 条起缺失。',
    en: '{{entity}} ID {{record}}: its history has entries missing from {{position}} on.',
  },
  intact: {
    'zh-cn': '操作历史完整：{{records}} 条记录，{{entries}} 条日志。',
    en: 'The histories are intact: records {{records}}, entries {{entries}}.',
  },
  damaged: {
    'zh-cn': '操作历史不完整的记录：{{count}} 条。请与备份比对。',
    en: 'Records whose history is not intact: {{count}}. Compare them with a backup.',
  },
} as const
