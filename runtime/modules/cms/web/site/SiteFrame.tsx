/** The frame of the pages of visitors: name, channels, search and sign-in above, links and record number below. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isMemberSignedIn, LanguageSwitch, Mark, member, ThemeSwitch, useSite } from 'tablewright/web'
import type { Channel } from '../../shared/site/values.ts'
import type { Init } from './init.ts'
import { addressOf, isOutside } from './links.ts'
import { useT } from './texts.ts'

/** Channels that the head has room for. */
const maxChannels = 6

export function SiteFrame({ init, children }: { readonly init: Init; readonly children: ReactNode }) {
  const t = useT()
  const { siteName, headNav, recordNumber } = useSite()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const top = init.channels.filter(({ pid }) => pid === 0).slice(0, maxChannels)
  return (
    <div className="site">
      <header className="site-head">
        <div className="site-bar">
          <Link to="/" className="tw-brand" aria-label={siteName}>
            <Mark size={28} />
            <span>{siteName}</span>
          </Link>
          <SearchBox />
          <div className="site-tools">
            <a className="bp6-button bp6-minimal" href="#/user/cms/contribute">
              {t('contribute')}
            </a>
            <a className="bp6-button bp6-intent-primary" href={isIn ? '#/user' : '#/user/login'}>
              {t(isIn ? 'centre' : 'sign-in')}
            </a>
          </div>
        </div>
        {top.length > 0 && (
          <nav className="site-nav" aria-label={t('main')}>
            {top.map((channel) => (
              <ChannelLink key={channel.id} channel={channel} />
            ))}
          </nav>
        )}
      </header>
      <main className="site-main" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="site-foot">
        <nav aria-label={t('links')}>
          {headNav.map(({ title, url, target }) => (
            <a key={url} href={addressOf(url)} target={target} rel="noreferrer noopener">
              {title}
            </a>
          ))}
          {init.config.friendly_link.map(({ id, title, link }) => (
            <a key={id} href={link} target="_blank" rel="nofollow noreferrer noopener">
              {title}
            </a>
          ))}
          <Link to="/cms/links">{t('apply-link')}</Link>
          <a href="rss.xml">RSS</a>
          <Link to="/admin">{t('admin')}</Link>
        </nav>
        <div className="site-switches">
          <LanguageSwitch />
          <ThemeSwitch />
          {recordNumber !== '' && <span>{recordNumber}</span>}
        </div>
      </footer>
    </div>
  )
}

export function ChannelLink({ channel: { id, name, type, url } }: { readonly channel: Channel }) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (type === 'link')
    return (
      <a href={addressOf(url)} {...(isOutside(url) && { rel: 'nofollow noreferrer noopener' })}>
        {name}
      </a>
    )
  const isCurrent = pathname === '/cms/list' && query.get('channel') === String(id)
  return (
    <Link to={`/cms/list?channel=${id}`} aria-current={isCurrent ? 'page' : undefined}>
      {name}
    </Link>
  )
}

function SearchBox() {
  const t = useT()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [words, setWords] = useState(query.get('keywords') ?? '')
  return (
    <form
      role="search"
      className="site-search"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '')
          void navigate(`/cms/list?${new URLSearchParams({ keywords: words.trim() }).toString()}`)
      }}
    >
      <InputGroup
        type="search"
        aria-label={t('search-label')}
        placeholder={t('search-label')}
        maxLength={50}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        rightElement={<Button type="submit" variant="minimal" icon={<Search />} aria-label={t('search')} />}
      />
    </form>
  )
}
