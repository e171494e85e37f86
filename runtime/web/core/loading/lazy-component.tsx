/** Components whose code is loaded when they are first rendered. */
import { useEffect, useState, type ComponentType, type FunctionComponent } from 'react'

export type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code ahead: once it is there, the component renders immediately. */
  readonly preload: () => Promise<unknown>
}

/**
 * The component that `load` resolves to, and `Waiting` (or nothing) until then. A component that cannot be loaded fails
 * like one that fails to render, and is loaded again the next time it is mounted.
 *
 * React's `lazy` waits longer: `Suspense` delays everything that loads within 300 ms of its last fallback, which is
 * every component that loads faster, and renders the fallback even when the code is already there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): LazyComponent<Props> {
  let part: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  // Once for all that wait, such as the rows of a list: even code that is there takes a while to be found again.
  const fetchPart = async (): Promise<ComponentType<Props>> => {
    const own = (loading ??= load())
    try {
      return (part = await own)
    } catch (error) {
      if (loading === own) loading = null
      throw error
    }
  }
  function LazyComponent(props: Props) {
    const [Part, setPart] = useState(() => part)
    const [fault, setFault] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return undefined
      let isHere = true
      fetchPart().then(
        (Component) => {
          if (isHere) setPart(() => Component)
        },
        (error: unknown) => {
          if (isHere) setFault({ error })
        },
      )
      return () => {
        isHere = false
      }
    }, [Part])
    if (fault) throw fault.error
    if (Part) return <Part {...props} />
    return Waiting ? <Waiting {...props} /> : null
  }
  return Object.assign(LazyComponent, { preload: fetchPart })
}
