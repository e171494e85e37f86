/** The thread that reads PDFs. Its own content policy lets it run WebAssembly, for images; that of pages does not. */
// The library waits for work as soon as it is loaded.
// oxlint-disable-next-line import/no-unassigned-import
import 'pdfjs-dist/build/pdf.worker.min.mjs'
