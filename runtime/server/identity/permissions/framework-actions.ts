/** Actions with a right of their own that the framework adds to pages of tables, by page. */
import { texts, type Text, type TextKey } from '../../../protocol/index.ts'

const textOf = (key: TextKey): Text => ({ 'zh-cn': texts['zh-cn'][key], en: texts.en[key] })

export const frameworkActions: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  'auth/admin': { resetFactor: textOf('factor.reset_action') },
  'security/dataRecycleLog': { restore: textOf('action.restore'), info: textOf('action.info') },
  'security/sensitiveDataLog': { rollback: textOf('action.rollback'), info: textOf('action.info') },
}
