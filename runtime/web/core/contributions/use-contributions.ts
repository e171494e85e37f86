/** What modules add to the list and to the records of a table. */
import { useEffect, useState, type ComponentType } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import { useCan, type Can } from '../auth/permissions.ts'
import { lazyComponent, type LazyComponent } from '../loading/lazy-component.tsx'
import { loadContributions, onReplaced } from '../module-registry.ts'

/** The name of a slot, and what of a part of it loads the component that it renders; null = it renders none. */
export interface Slot<Part extends object, Props extends object> {
  readonly name: 'toolbar' | 'panels'
  readonly loaderOf: (part: Part) => (() => Promise<ComponentType<Props>>) | null
}

export interface ShownPart<Part extends object, Props extends object> {
  readonly key: string
  readonly part: Part
  readonly Component: LazyComponent<Props> | null
}

/**
 * What the caller may use, in the order of the modules; none until it is loaded. The list or record is shown first: who
 * adds something to it is asked afterwards.
 * @param slot stays the same object
 */
export function useContributions<Part extends { readonly right: string | null }, Props extends object>(
  { id }: Pick<TableModel, 'id'>,
  slot: Slot<Part, Props>,
): readonly ShownPart<Part, Props>[] {
  const can = useCan()
  const [contributions, setContributions] = useState<{
    readonly table: string
    readonly parts: readonly ShownPart<Part, Props>[]
  }>()
  useEffect(() => {
    let isHere = true
    const load = (): void =>
      void loadContributions<Part>(id, slot.name).then((contributions) => {
        if (isHere)
          setContributions({
            table: id,
            parts: contributions.map((contribution) => ({
              ...contribution,
              Component: componentOf(slot, contribution.part),
            })),
          })
      })
    // After a click, effects run before the page is painted.
    const timer = setTimeout(load)
    const stop = onReplaced(load)
    return () => {
      isHere = false
      clearTimeout(timer)
      stop()
    }
  }, [id, slot])
  return contributions?.table === id ? contributions.parts.filter(({ part }) => isAllowed(can, part.right)) : []
}

/** @param right name of a permission, `wms/product/edit`; null = no further one */
function isAllowed(can: Can, right: string | null): boolean {
  if (right === null) return true
  const end = right.lastIndexOf('/')
  return can(right.slice(0, end), right.slice(end + 1))
}

/** By what loads them: a list that is opened again renders what it has loaded at once. */
const components = new WeakMap<() => Promise<unknown>, unknown>()

function componentOf<Part extends object, Props extends object>(
  { loaderOf }: Slot<Part, Props>,
  part: Part,
): LazyComponent<Props> | null {
  const load = loaderOf(part)
  if (!load) return null
  const component = (components.get(load) as LazyComponent<Props> | undefined) ?? lazyComponent(load)
  components.set(load, component)
  return component
}
