/** The 404 page. It goes back after a countdown unless the user stays. */
import { Button } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useT as usePageT } from '../../core/i18n/page-texts.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { standaloneAddress } from '../../core/module-registry.ts'
import { useNavigate } from '../../core/page/router.tsx'
import { useTitle } from '../../core/page/title.ts'

/** Seconds until it goes back. */
const countdownSeconds = 15

export function NotFound() {
  const t = useT()
  const pageT = usePageT()
  const goBack = useGoBack()
  const navigate = useNavigate()
  const { state } = useLocation() as { readonly state: { readonly address?: string } | null }
  const [left, setLeft] = useState<number | null>(countdownSeconds)
  useTitle(t('title.notFound'))
  const leave = useEffectEvent(goBack)
  useEffect(() => {
    if (left === null) return
    if (left === 0) return leave()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <main className="tw-page-note" id="main" tabIndex={-1}>
      <Search size={40} className="tw-page-note-icon" />
      <p className="tw-page-note-code" aria-hidden="true">
        404
      </p>
      <h1>{t('title.notFound')}</h1>
      {state?.address !== undefined && <p>{pageT('open.noPage', { address: state.address })}</p>}
      <p>{left === null ? pageT('page.notFoundStay') : pageT('page.notFoundText', { seconds: left, count: left })}</p>
      <div className="tw-page-note-actions">
        <Button intent="primary" text={pageT('page.home')} onClick={() => navigate('/')} />
        <Button text={pageT('page.back')} onClick={goBack} />
        {left !== null && <Button variant="minimal" text={pageT('page.stay')} onClick={() => setLeft(null)} />}
      </div>
    </main>
  )
}

/** Leads there from an address that has no page, and to pages outside the client. */
export function NoPage() {
  const { pathname } = useLocation()
  const address = standaloneAddress(pathname)
  useEffect(() => {
    if (address !== null) window.location.replace(address)
  }, [address])
  if (address !== null) return null
  return <Navigate to="/404" state={{ address: pathname }} replace />
}

/** Goes back, or to the home page when there is no earlier page. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => navigate(key === 'default' ? '/' : -1)
}
