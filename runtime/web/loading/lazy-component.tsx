/** Parts of a screen whose code is fetched when they are first drawn. */
import { useEffect, useState, type ComponentType, type FunctionComponent } from 'react'

/**
 * The component that `load` brings, and `Waiting` (else nothing) until it is there. A part that cannot be fetched fails as
 * one that cannot be drawn, and is fetched again the next time it stands on a screen.
 *
 * React's `lazy` says the same with more waiting: `Suspense` holds back whatever comes within 300 ms of its last fallback,
 * which is every part that loads faster, and draws the fallback even when the code is there already.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): FunctionComponent<Props> {
  let part: ComponentType<Props> | null = null
  const fetchPart = async (): Promise<ComponentType<Props>> => (part ??= await load())
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => part)
    const [fault, setFault] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      if (Part) return undefined
      let isHere = true
      fetchPart().then(
        (loaded) => {
          if (isHere) setPart(() => loaded)
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
}
