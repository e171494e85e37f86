/** The hand-written web part of the exams. */
import { defineWebModule } from 'tablewright/web'
import type { ExamWebParts } from '#generated/exam/parts.ts'

export const examWeb = defineWebModule<ExamWebParts>({
  widgets: {
    'exam-answer': () => import('./bank/AnswerInput.tsx').then((file) => file.AnswerInput),
    'exam-live-lesson': () => import('./courses/LiveLessonInput.tsx').then((file) => file.LiveLessonInput),
  },
  cells: {},
  toolbar: {
    'exam/question': [
      {
        label: { 'zh-cn': '题目文件', en: 'Question files' },
        icon: 'import',
        right: 'exam/question/import',
        dialog: () => import('./exchange/FilesDialog.tsx').then((file) => file.FilesDialog),
      },
    ],
  },
  panels: {
    'exam/question': [
      {
        label: { 'zh-cn': '预览与使用情况', en: 'Preview and use' },
        right: 'exam/question/index',
        panel: () => import('./bank/UsagePanel.tsx').then((file) => file.UsagePanel),
      },
    ],
    'exam/regrade': [
      {
        label: { 'zh-cn': '试算与结果', en: 'Dry run and result' },
        right: 'exam/regrade/index',
        panel: () => import('./regrade/RegradePanel.tsx').then((file) => file.RegradePanel),
      },
    ],
    'exam/attempt': [
      {
        label: { 'zh-cn': '答题情况', en: 'Answers' },
        right: 'exam/marking/index',
        panel: () => import('./attempt/AnswersPanel.tsx').then((file) => file.AnswersPanel),
      },
      {
        label: { 'zh-cn': '切屏记录', en: 'Times the page was left' },
        right: 'exam/attempt/index',
        panel: () => import('./attempt/AbsencesPanel.tsx').then((file) => file.AbsencesPanel),
      },
    ],
  },
  pages: {
    'exam/builder': () => import('./builder/BuilderPage.tsx').then((file) => file.BuilderPage),
    'exam/statistics': () => import('./statistics/StatisticsPage.tsx').then((file) => file.StatisticsPage),
    'exam/desk': () => import('./desk/DeskPage.tsx').then((file) => file.DeskPage),
    'exam/marking': () => import('./marking/MarkingPage.tsx').then((file) => file.MarkingPage),
  },
  memberPages: [
    {
      path: 'exam',
      label: { 'zh-cn': '考试', en: 'Exams' },
      icon: 'document',
      page: () => import('./member/Papers.tsx').then((file) => file.Papers),
    },
    {
      path: 'exam/rooms',
      label: { 'zh-cn': '考场', en: 'Exam rooms' },
      icon: 'office',
      page: () => import('./rooms/Rooms.tsx').then((file) => file.Rooms),
    },
    {
      path: 'exam/results',
      label: { 'zh-cn': '考试成绩', en: 'Exam results' },
      icon: 'endorsed',
      page: () => import('./member/Results.tsx').then((file) => file.Results),
    },
    {
      path: 'exam/practice',
      label: { 'zh-cn': '练习与错题', en: 'Practice' },
      icon: 'lightbulb',
      page: () => import('./member/Practice.tsx').then((file) => file.Practice),
    },
    {
      path: 'exam/courses',
      label: { 'zh-cn': '课程', en: 'Courses' },
      icon: 'book',
      page: () => import('./courses/Courses.tsx').then((file) => file.Courses),
    },
    {
      path: 'exam/course/:course',
      label: { 'zh-cn': '课程', en: 'Course' },
      page: () => import('./courses/CoursePage.tsx').then((file) => file.CoursePage),
    },
    {
      path: 'exam/lesson/:lesson',
      label: { 'zh-cn': '课时', en: 'Lesson' },
      page: () => import('./courses/LessonPage.tsx').then((file) => file.LessonPage),
    },
    {
      path: 'exam/certificate/:code',
      label: { 'zh-cn': '结业证书', en: 'Certificate' },
      page: () => import('./courses/CertificatePage.tsx').then((file) => file.CertificatePage),
    },
    {
      path: 'exam/take/:paper',
      label: { 'zh-cn': '考试', en: 'Exam' },
      page: () => import('./member/ExamPage.tsx').then((file) => file.ExamPage),
    },
    {
      path: 'exam/room/:room',
      label: { 'zh-cn': '考试', en: 'Exam' },
      page: () => import('./member/ExamPage.tsx').then((file) => file.ExamPage),
    },
    {
      path: 'exam/result/:attempt',
      label: { 'zh-cn': '考试结果', en: 'Exam result' },
      page: () => import('./member/Result.tsx').then((file) => file.Result),
    },
    {
      path: 'exam/practice/:book',
      label: { 'zh-cn': '练习', en: 'Practice' },
      page: () => import('./member/PracticeRun.tsx').then((file) => file.PracticeRun),
    },
  ],
})
