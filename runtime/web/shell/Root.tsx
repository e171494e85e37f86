/** What surrounds every page: progress line, splash screen, toasts, offline notice. */
import { Outlet } from 'react-router-dom'
import { SplashScreen } from './SplashScreen.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Toaster } from '../toasts/Toaster.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { RouterPage } from '../page/RouterPage.tsx'

export function Root() {
  return (
    <div className="tw-root">
      <ProgressLine />
      <OfflineNotice />
      <div className="tw-root-page">
        <ErrorBoundary>
          <RouterPage>
            <Outlet />
          </RouterPage>
        </ErrorBoundary>
      </div>
      <Toaster />
      <SplashScreen />
    </div>
  )
}
