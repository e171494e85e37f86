/** The texts of a channel, a tag, an author or a search. */
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { callRoute, PageSteps, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { articleList } from '../../shared/site/index-routes.ts'
import { Problem } from './Problem.tsx'
import { ChannelLink } from './SiteFrame.tsx'
import { TextCards } from './TextCards.tsx'
import { useT } from './texts.ts'

const pageSize = 20

const numberIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

export function ListPage() {
  const t = useT()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const keywords = query.get('keywords') ?? ''
  const page = numberIn(query, 'page') ?? 1
  const [channel, tag, user] = ['channel', 'tag', 'user'].map((name) => numberIn(query, name))
  const { value, error, retry } = useStaleWhileRevalidate(`list ${query.toString()}`, () =>
    callRoute(
      articleList,
      {
        ...(channel !== undefined && { channel }),
        ...(tag !== undefined && { tag }),
        ...(user !== undefined && { user }),
        ...(keywords !== '' && { keywords }),
        page,
        limit: pageSize,
      },
      { quiet: true },
    ),
  )
  const title = value?.info?.name ?? (keywords === '' ? t('newest') : `“${keywords}”`)
  useTitle(title)
  if (!value) return error === null ? null : <Problem error={error} retry={retry} />
  const pages = Math.max(1, Math.ceil(value.total / pageSize))
  const go = (number: number): void => {
    const next = new URLSearchParams(query)
    next.set('page', String(number))
    void navigate(`/cms/list?${next.toString()}`)
  }
  return (
    <div className="site-list">
      {value.breadcrumb.length > 1 && (
        <nav className="site-trail" aria-label={t('trail')}>
          {value.breadcrumb.slice(0, -1).map(({ id, name }) => (
            <Link key={id} to={`/cms/list?channel=${id}`}>
              {name}
            </Link>
          ))}
        </nav>
      )}
      <h1>{title}</h1>
      {value.info && value.info.description !== '' && <p className="tw-muted">{value.info.description}</p>}
      {keywords !== '' && (
        <p className="tw-muted" role="status">
          {value.total === 0 ? t('no-match') : t('matches', { count: value.total })}
        </p>
      )}
      {value.content.map(({ info, contentList }) => (
        <section key={info.id}>
          <h2>
            <ChannelLink channel={info} />
          </h2>
          <TextCards cards={contentList} isInSection />
        </section>
      ))}
      {value.content.length === 0 && <TextCards cards={value.list} layout={value.template} />}
      {value.total === 0 && keywords === '' && <p className="tw-muted">{t('empty')}</p>}
      {value.content.length === 0 && <PageSteps page={page} pages={pages} go={go} />}
    </div>
  )
}
