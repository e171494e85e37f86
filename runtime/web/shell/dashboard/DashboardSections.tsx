/** The figures of all modules, each as its module renders it. One that fails leaves the others as they are. */
import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useState, type ComponentType } from 'react'
import { useT } from '../../i18n/shell-texts.ts'
import { lazyComponent } from '../../loading/lazy-component.tsx'
import { loadDashboardSections } from '../../modules/registry.ts'
import { ErrorBoundary, type FallbackProps } from '../ErrorBoundary.tsx'

export function DashboardSections() {
  const [sections, setSections] = useState<readonly { readonly key: string; readonly Section: ComponentType }[]>([])
  useEffect(() => {
    let isHere = true
    void loadDashboardSections().then((loaders) => {
      if (isHere) setSections(loaders.map(({ key, load }) => ({ key, Section: lazyComponent(load) })))
    })
    return () => {
      isHere = false
    }
  }, [])
  return sections.map(({ key, Section }) => (
    <ErrorBoundary key={key} Fallback={SectionFailure}>
      <Section />
    </ErrorBoundary>
  ))
}

function SectionFailure({ retry }: FallbackProps) {
  const t = useT()
  return (
    <Callout intent="warning" compact role="alert">
      {t('page.failed')} <Button size="small" variant="outlined" text={t('page.retry')} onClick={retry} />
    </Callout>
  )
}
