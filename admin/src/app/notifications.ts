/** Toast library as a chunk of its own, which the start does not wait for. */
import '@mantine/notifications/styles.layer.css';

export { Notifications, notifications, notificationsStore } from '@mantine/notifications';
