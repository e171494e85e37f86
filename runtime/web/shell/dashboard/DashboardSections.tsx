/** The figures of all modules, each as its module renders it. One that fails leaves the others as they are. */
import { useEffect, useState, type ComponentType } from 'react'
import { PartBoundary } from '../../core/contributions/PartBoundary.tsx'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { loadDashboardSections } from '../../core/module-registry.ts'

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
    <PartBoundary key={key}>
      <Section />
    </PartBoundary>
  ))
}
