import { Button } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useT } from './texts.ts'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly go: (page: number) => void
}

/** Steps through the pages of a list; nothing when there is one. */
export function Pager({ page, pages, go }: PagerProps) {
  const t = useT()
  if (pages <= 1) return null
  return (
    <nav className="shop-pager" aria-label={t('page', { page, pages })}>
      <Button icon={<ChevronLeft />} aria-label={t('previous')} disabled={page <= 1} onClick={() => go(page - 1)} />
      <span>{t('page', { page, pages })}</span>
      <Button icon={<ChevronRight />} aria-label={t('next')} disabled={page >= pages} onClick={() => go(page + 1)} />
    </nav>
  )
}
