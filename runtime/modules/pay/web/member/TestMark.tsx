import { Tag } from '@blueprintjs/core'
import { useT } from './texts.ts'

/** Says that no money was paid. */
export function TestMark() {
  const t = useT()
  return <Tag intent="danger">{t('test')}</Tag>
}
