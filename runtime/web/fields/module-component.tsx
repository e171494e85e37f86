/** Components that schemas name: those of a module and those of the core, each loaded when it is first rendered. */
import type { ComponentType } from 'react'
import { lazyComponent } from '../core/loading/lazy-component.tsx'
import { loadComponents } from '../core/module-registry.ts'
import type { InputProps } from './input-props.ts'

type Part = 'widgets' | 'cells'
const loaded = new Map<string, ComponentType<never>>()

/** The component of that name in that module. It is created once per name, so that React keeps its state. */
export function moduleComponent<Props extends object>(module: string, part: Part, name: string): ComponentType<Props> {
  const key = `${module} ${part} ${name}`
  const component = loaded.get(key) as ComponentType<Props> | undefined
  if (component) return component
  const drawn = lazyComponent(() => load<Props>(module, part, name))
  loaded.set(key, drawn)
  return drawn
}

/** Widgets that schemas may name without a module that implements them; null = the input of the kind implements it. */
export const coreWidgets: Readonly<Record<string, ComponentType<InputProps> | null | undefined>> = {
  switch: null,
  posting: lazyComponent(async () => (await import('./posting/PostingInput.tsx')).PostingInput),
}

async function load<Props>(module: string, part: Part, name: string): Promise<ComponentType<Props>> {
  const components = await loadComponents(module)
  const loader = components?.[part][name]
  if (!loader) throw new Error(`module ${module} has no ${name} among its ${part}`)
  // The part of a module decides which props its components get.
  return (await loader()) as unknown as ComponentType<Props>
}
