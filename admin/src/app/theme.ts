/** Mantine theme: neutral greys and one accent per brand (looks.md). Contrast is AA in both schemes. */
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import type { WheelEvent } from 'react';
import type { Tenant } from '#contract/kernel/endpoint.ts';

/** Shade 6 is a background of white text; shade 4 is the accent's text colour in dark mode. */
const accents: Record<Tenant, MantineColorsTuple> = {
  coding: [
    '#eef2ff',
    '#e0e7ff',
    '#c7d2fe',
    '#a5b4fc',
    '#8b93f8',
    '#6366f1',
    '#4f46e5',
    '#4338ca',
    '#3730a3',
    '#312e81',
  ],
  cyber: ['#f0fdfa', '#ccfbf1', '#99f6e4', '#5eead4', '#2dd4bf', '#14b8a6', '#0f766e', '#115e59', '#134e4a', '#042f2e'],
  data: ['#fff7ed', '#ffedd5', '#fed7aa', '#fdba74', '#fb923c', '#f97316', '#c2410c', '#9a3412', '#7c2d12', '#431407'],
};

const grey: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9ec',
  '#dedee3',
  '#c9c9d0',
  '#9d9da8',
  '#6b6b75',
  '#52525b',
  '#3f3f46',
  '#18181b',
];
const dark: MantineColorsTuple = [
  '#e6e6e9',
  '#c4c4ca',
  '#a1a1aa',
  '#7c7c86',
  '#3a3a42',
  '#2e2e35',
  '#242429',
  '#1a1a1e',
  '#141417',
  '#0e0e10',
];
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];

const quick = { transitionProps: { duration: 100 } };
/** Shadow without border. */
const floating = { shadow: 'md', styles: { dropdown: { border: 0 } } } as const;
const overlayProps = { backgroundOpacity: 0.4 };
const input = { inputWrapperOrder: ['label', 'input', 'description', 'error'] };

/** Red text for destructive buttons of the default variant, which has no colour in Mantine. */
const variantColorResolver: VariantColorsResolver = (input) => ({
  ...defaultVariantColorsResolver(input),
  ...(input.variant === 'default' && input.color === 'red' && { color: 'var(--mantine-color-red-light-color)' }),
});
/** Where nothing clips it, and still inside the page's main landmark. */
const inMain = { target: '#main' };

const components: MantineThemeOverride['components'] = {
  Input: { defaultProps: { size: 'sm' } },
  InputWrapper: { defaultProps: input },
  Button: { defaultProps: { size: 'sm' } },
  // The header of a dialog must not be a second banner landmark.
  Modal: {
    defaultProps: {
      ...quick,
      centered: true,
      overlayProps,
      attributes: { header: { role: 'none' } },
      closeButtonProps: { 'aria-label': 'Close' },
    },
  },
  Drawer: { defaultProps: { ...quick, overlayProps } },
  Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  Menu: {
    defaultProps: {
      ...quick,
      ...floating,
      portalProps: inMain,
      // Above toasts, which would cover the items of a head's menu.
      zIndex: 410,
      // The first item has the focus, not a placeholder before it.
      withInitialFocusPlaceholder: false,
    },
  },
  // The colour of a title in its own scheme, such as yellow on its tint, is too light to read.
  Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  Skeleton: { defaultProps: { animate: false } },
  Tooltip: {
    defaultProps: {
      ...quick,
      portalProps: inMain,
      openDelay: 400,
      events: { hover: true, focus: true, touch: false },
      multiline: true,
      maw: 320,
    },
  },
  Loader: { defaultProps: { size: 'sm' } },
  // The mouse wheel removes the focus, so that it does not change the number (spec §5).
  NumberInput: {
    defaultProps: { hideControls: true, onWheel: ({ currentTarget }: WheelEvent<HTMLElement>) => currentTarget.blur() },
  },
};

export const themeOf = (tenant: Tenant) =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    colors: { brand: accents[tenant], gray: grey, dark, red },
    black: '#18181b',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontWeights: { regular: '400', medium: '500', bold: '600' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.4' },
        h2: { fontSize: '1rem', lineHeight: '1.5' },
        h3: { fontSize: '0.875rem', lineHeight: '1.5' },
      },
    },
    components,
    variantColorResolver,
  });

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-7)',
    '--mantine-color-red-light-hover': 'var(--mantine-color-red-0)',
    '--app-surface': '#fff',
    '--app-sunken': 'var(--mantine-color-gray-0)',
    '--app-line': 'var(--mantine-color-gray-2)',
    '--app-hover': 'var(--mantine-color-gray-1)',
    '--app-accent': 'var(--mantine-color-brand-6)',
    '--app-accent-soft': 'var(--mantine-color-brand-0)',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--app-surface': 'var(--mantine-color-dark-7)',
    '--app-sunken': 'var(--mantine-color-dark-8)',
    '--app-line': 'var(--mantine-color-dark-5)',
    '--app-hover': 'var(--mantine-color-dark-6)',
    '--app-accent': 'var(--mantine-color-brand-4)',
    '--app-accent-soft': 'color-mix(in srgb, var(--mantine-color-brand-4) 14%, transparent)',
  },
});
