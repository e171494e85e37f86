import { Button } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { defineTexts, type TranslationOf } from '../i18n/texts.ts'
import './page-steps.css'

export interface PageStepsProps {
  readonly page: number
  readonly pages: number
  readonly go: (page: number) => void
}

const zhCn = { page: '第 {{page}} 页，共 {{pages}} 页', previous: '上一页', next: '下一页' } as const
const en: TranslationOf<typeof zhCn> = {
  page: 'Page {{page}} of {{pages}}',
  previous: 'Previous page',
  next: 'Next page',
}
const { useT } = defineTexts('page-steps', { 'zh-cn': zhCn, en })

/** Steps through the pages of a list of visitors and members; nothing when there is one. */
export function PageSteps({ page, pages, go }: PageStepsProps) {
  const t = useT()
  if (pages <= 1) return null
  return (
    <nav className="tw-page-steps" aria-label={t('page', { page, pages })}>
      <Button icon={<ChevronLeft />} aria-label={t('previous')} disabled={page <= 1} onClick={() => go(page - 1)} />
      <span>{t('page', { page, pages })}</span>
      <Button icon={<ChevronRight />} aria-label={t('next')} disabled={page >= pages} onClick={() => go(page + 1)} />
    </nav>
  )
}
