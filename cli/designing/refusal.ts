/** Why the designer did not do what it was asked. */
import type { DesignerAnswer } from '../../runtime/server/ops/designer/designer.ts'
import { OperationError } from '../../generator/edit/operation.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Text } from '../../runtime/protocol/index.ts'

type Reason = Extract<DesignerAnswer, { readonly ok: false }>['reason']

export class DesignRefusal extends Error {
  override readonly name = 'DesignRefusal'
  readonly reason: Reason
  readonly text: Text
  readonly data: unknown

  constructor(reason: Reason, text: Text, data?: unknown) {
    super(text.en)
    this.reason = reason
    this.text = text
    this.data = data
  }
}

const operationTexts: Readonly<Record<OperationError['reason'], Text>> = {
  missing: { 'zh-cn': '“{{subject}}”已不存在。', en: '“{{subject}}” is no longer there.' },
  taken: { 'zh-cn': '“{{subject}}”已被使用，请换一个名称。', en: '“{{subject}}” is taken. Choose another name.' },
  name: {
    'zh-cn': '名称“{{subject}}”不能使用：以小写字母开头，只含小写字母、数字和下划线，最多 31 个。',
    en: 'The name “{{subject}}” cannot be used: lowercase letters, digits and underscores, at most 31, a letter first.',
  },
  protected: {
    'zh-cn': '“{{subject}}”不能这样修改。',
    en: '“{{subject}}” cannot be changed in this way.',
  },
  place: {
    'zh-cn': '“{{subject}}”不能放在那里：文件的写法不同，或该位置不存在。',
    en: '“{{subject}}” cannot go there: the place does not exist, or the file is written differently.',
  },
  last: { 'zh-cn': '“{{subject}}”是最后一个，不能移除。', en: '“{{subject}}” is the last one and has to stay.' },
  value: { 'zh-cn': '“{{subject}}”的值无效。', en: 'The value of “{{subject}}” cannot be used.' },
}

/** The answer for an error; anything that is no refusal is thrown again. */
export function answerOfError(error: unknown): DesignerAnswer {
  if (error instanceof DesignRefusal) {
    const { reason, text, data } = error
    return { ok: false, reason, message: text, ...(data !== undefined && { data }) }
  }
  if (error instanceof OperationError) {
    const { reason, subject } = error
    const message = interpolate(operationTexts[reason], { subject: subject.slice(0, 200) })
    return { ok: false, reason: reason === 'missing' ? 'conflict' : 'invalid', message }
  }
  throw error
}
