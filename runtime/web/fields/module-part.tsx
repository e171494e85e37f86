/** A component a module supplies under a name, loaded when it is first drawn. */
import { lazy, Suspense, type ComponentType } from 'react'
import type { ModuleScreens } from '../module.ts'
import { screensOf } from '../shell/parts.ts'

type Part = 'widgets' | 'cells'
const known = new Map<string, ComponentType<never>>()

/** The component of that name in that module. The same one for the same name, so that React keeps its state. */
export function modulePart<Props extends object>(module: string, part: Part, name: string): ComponentType<Props> {
  const key = `${module} ${part} ${name}`
  const found = known.get(key) as ComponentType<Props> | undefined
  if (found) return found
  const Loaded = lazy(async () => ({ default: await load<Props>(module, part, name) })) as unknown as ComponentType<Props>
  const Drawn = (props: Props) => <Suspense fallback={null}><Loaded {...props} /></Suspense>
  known.set(key, Drawn)
  return Drawn
}

async function load<Props>(module: string, part: Part, name: string): Promise<ComponentType<Props>> {
  const screens: ModuleScreens | null = await screensOf(module)
  const loader = screens?.[part][name]
  if (!loader) throw new Error(`module ${module} has no ${name} among its ${part}`)
  return (await loader()) as unknown as ComponentType<Props>
}
