/** The designer: the tables of the application, and one of them while it is designed. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { errorText } from '../../core/api/api-error.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { loadOverview, type Operation } from './calls.ts'
import './designer.css'
import { EntityDesigner } from './EntityDesigner.tsx'
import { EntityList } from './EntityList.tsx'
import { useT } from './texts.ts'

interface Opened {
  readonly entity: string
  /** Operations of a table that does not exist yet; null = it exists. */
  readonly initial: readonly Operation[] | null
}

export function DesignerPage() {
  const t = useT()
  const [round, setRound] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { value: overview, error, retry } = useStaleWhileRevalidate(`designer ${round}`, loadOverview)
  if (error !== null && overview === null)
    return (
      <Callout role="alert" intent="warning" title={t('load-failed')} className="designer-refused">
        <p>{errorText(error)}</p>
        <Button size="small" text={t('try-again')} onClick={retry} />
      </Callout>
    )
  if (!overview) return null
  return (
    <div className="designer-page">
      <h1 className="tw-visually-hidden">{t('title')}</h1>
      {overview.obstacle !== null && (
        <Callout intent="warning" compact>
          {overview.obstacle}
        </Callout>
      )}
      {opened === null ? (
        <EntityList
          overview={overview}
          onOpen={(entity, initial) => setOpened({ entity, initial })}
          onChanged={() => setRound((count) => count + 1)}
        />
      ) : (
        <EntityDesigner
          key={opened.entity}
          {...opened}
          overview={overview}
          onBack={() => {
            setOpened(null)
            setRound((count) => count + 1)
          }}
        />
      )}
    </div>
  )
}
