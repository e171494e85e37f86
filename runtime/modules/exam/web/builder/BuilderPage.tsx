/** The paper builder: a paper is chosen, composed from the bank, looked at as candidates get it, and published. */
import { AnchorButton, Button, Callout, Spinner, Tag } from '@blueprintjs/core'
import {
  callRoute,
  createRecords,
  errorText,
  useLanguage,
  usePage,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { composePaper } from '../../shared/paper-routes.ts'
import { Builder } from './Builder.tsx'
import './builder.css'
import { useT } from './texts.ts'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

export const stateNames = ['draft', 'published', 'closed'] as const

export function BuilderPage() {
  const t = useT()
  useTitle(t('builder'))
  const { location, navigate } = usePage()
  const paper = Number(new URLSearchParams(location.search).get('paper') ?? 0)
  const choose = (id: number): void => navigate({ search: id === 0 ? '' : `?paper=${id}` })
  return paper > 0 ? <PaperBuilder key={paper} paper={paper} close={() => choose(0)} /> : <PaperList choose={choose} />
}

function PaperList({ choose }: { readonly choose: (id: number) => void }) {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam builder papers ${language}`, () =>
    records.list('exam/paper', 'limit=100'),
  )
  return (
    <div className="exam-builder">
      <h1>{t('builder')}</h1>
      {error !== null && <Refusal error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.length === 0 && <p className="tw-card tw-muted">{t('no-papers')}</p>}
      {value && value.length > 0 && (
        <ul className="tw-card exam-builder-papers" aria-label={t('choose-paper')}>
          {value.map(({ id, title, status }) => (
            <li key={id}>
              <Button variant="minimal" text={title} onClick={() => choose(id)} />
              <span className="tw-muted">{t(stateNames[status ?? 0] ?? 'draft')}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <AnchorButton href="#/admin/exam/paper" text={t('to-papers')} />
      </p>
    </div>
  )
}

function Refusal({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT()
  return (
    <Callout compact intent="danger" role="alert">
      {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
    </Callout>
  )
}

interface PaperProps {
  readonly paper: number
  readonly close: () => void
}

function PaperBuilder({ paper, close }: PaperProps) {
  const t = useT()
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam compose ${paper} ${language}`, () =>
    callRoute(composePaper, { paper }, { quiet: true }),
  )
  return (
    <div className="exam-builder">
      <div className="exam-builder-head">
        <h1>{value?.title ?? t('builder')}</h1>
        {value && value.status !== 0 && <Tag>{t(stateNames[value.status] ?? 'draft')}</Tag>}
        <Button text={t('back')} onClick={close} />
        <AnchorButton href={`#/admin/exam/paper?edit=${paper}`} text={t('to-record')} />
      </div>
      {error !== null && <Refusal error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value && <Builder key={value.version} paper={paper} composition={value} reload={retry} />}
    </div>
  )
}
