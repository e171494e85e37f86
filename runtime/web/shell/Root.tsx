/** The root of all routes: the page of the address, and what is shown when it fails. */
import { Outlet } from 'react-router-dom'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RouterPage } from '../page/RouterPage.tsx'

export function Root() {
  return (
    <ErrorBoundary>
      <RouterPage>
        <Outlet />
      </RouterPage>
    </ErrorBoundary>
  )
}
