/** The library of the toasts as a chunk of its own, which nobody waits for at the start. */
import '@mantine/notifications/styles.layer.css';

export { Notifications, notifications, notificationsStore } from '@mantine/notifications';
