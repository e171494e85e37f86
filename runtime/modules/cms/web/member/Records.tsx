/** Texts that the member has saved, read and liked. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, fileUrl, useSite } from 'tablewright/web'
import { records } from '../../shared/site/user-routes.ts'
import { PagedList, pageSize } from './PagedList.tsx'
import { useT } from './texts.ts'

const types = ['collect', 'view', 'like'] as const
type Type = (typeof types)[number]

export function Records() {
  const t = useT()
  const { timeZone } = useSite()
  const [type, setType] = useState<Type>('collect')
  return (
    <PagedList
      key={type}
      name={`records ${type}`}
      title={t('marks')}
      empty={t('marks-empty')}
      load={(page) => callRoute(records, { type, page, limit: pageSize }, { quiet: true })}
      side={
        <div className="cms-state" role="group" aria-label={t('marks')}>
          {types.map((name) => (
            <Button
              key={name}
              variant="minimal"
              active={name === type}
              aria-pressed={name === type}
              text={t(`marks-${name}`)}
              onClick={() => setType(name)}
            />
          ))}
        </div>
      }
    >
      {({ id, title, image, description, time }) => (
        <li key={id} className="cms-picture-row">
          {image !== null && <img src={fileUrl(image)} alt="" width={96} height={64} loading="lazy" />}
          <div>
            <a className="cms-title" href={`#/cms/info/${id}`}>
              {title}
            </a>
            <p className="tw-muted cms-excerpt">{description}</p>
            <p className="tw-muted">{formatSeconds(time, timeZone).slice(0, 16)}</p>
          </div>
        </li>
      )}
    </PagedList>
  )
}
