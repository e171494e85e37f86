/** Reasons why a backup cannot be written or restored. */
import type { Text } from '../../../protocol/index.ts'
import type { TextParams } from '../../../i18n/fill-template.ts'
import { interpolate } from '../../../i18n/i18n.ts'
import { EnvironmentError } from '../../core/errors/environment-error.ts'

const messages = {
  exists: {
    'zh-cn': '{{place}} 已存在，未写入备份。请用 --out 指定一个新目录。',
    en: '{{place}} exists already, so no backup was written. Name a new folder with --out.',
  },
  being_written: {
    'zh-cn': '另一个进程正在写入备份 {{place}}。请等待其完成，或用 --out 指定另一个目录。',
    en: 'Another process is writing the backup {{place}}. Wait until it is done, or name another folder with --out.',
  },
  none: {
    'zh-cn': '{{place}} 中没有备份（缺少 manifest.json）。请指定 tablewright backup 写出的目录。',
    en: 'There is no backup in {{place}} (manifest.json is missing). Name a folder that tablewright backup wrote.',
  },
  damaged: {
    'zh-cn': '{{place}} 中的文件 {{file}} 缺失或已损坏，未恢复任何内容。请使用另一份备份。',
    en: 'The file {{file}} in {{place}} is missing or damaged; nothing was restored. Use another backup.',
  },
  newer: {
    'zh-cn': '{{place}} 中的备份由更新的版本 {{version}} 写出，未恢复任何内容。请升级 Tablewright。',
    en:
      'The backup in {{place}} was written by the newer version {{version}}; nothing was restored. Upgrade ' +
      'Tablewright.',
  },
  other_engine: {
    'zh-cn': '{{place}} 中的备份属于另一种数据库，未恢复任何内容。请用 --database 指定同一种数据库。',
    en:
      'The backup in {{place}} is of the other kind of database; nothing was restored. Name a database of the same ' +
      'kind with --database.',
  },
} as const satisfies Record<string, Text>

export type BackupErrorCode = keyof typeof messages

export class BackupError extends EnvironmentError<BackupErrorCode> {
  constructor(code: BackupErrorCode, params: TextParams) {
    super('BackupError', code, { class: 'refused', text: interpolate(messages[code], params) })
  }
}
