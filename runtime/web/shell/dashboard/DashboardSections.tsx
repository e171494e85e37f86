/** The figures of all modules, each as its module renders it. One that fails leaves the others as they are. */
import { useEffect, useState, type ComponentType } from 'react'
import { PartBoundary } from '../../contributions/PartBoundary.tsx'
import { lazyComponent } from '../../loading/lazy-component.tsx'
import { loadDashboardSections } from '../../modules/registry.ts'

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
